// A text in small letters without their marks, as whoever has no key for them types it.
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
  .replace(/[øłđıæœß]/g, (sign) => ({ ø: "o", ł: "l", đ: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss" })[sign]);
