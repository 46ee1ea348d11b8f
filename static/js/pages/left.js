// This browser was taken out of all games: what it kept for them goes too, also where no header can tell it so.
indexedDB.deleteDatabase("trackside");
