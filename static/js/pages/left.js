// This browser is in no game any more: what it kept of them goes too. By the page itself, as over plain http no header can.
outbox.open().then((kept) => kept.transaction("kept", "readwrite").objectStore("kept").clear()).catch(() => {});
