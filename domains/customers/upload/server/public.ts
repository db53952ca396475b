export { decode } from "./decode.ts";
export { detectFormat, parseRows } from "./parseRows.ts";
