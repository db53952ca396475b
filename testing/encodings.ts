/** What browsers, proxies and scripts ask for. */
export const encodings = [
  undefined,
  "",
  "br",
  "gzip",
  "deflate",
  "identity",
  "gzip, deflate, br, zstd",
  "gzip;q=1.0, br;q=0",
  "br;q=0.5, gzip;q=0.9",
  "*",
  "*;q=0",
  "identity;q=0, *;q=0.5",
  "GZIP",
  "x-gzip, compress",
  "nonsense;;q=",
];
