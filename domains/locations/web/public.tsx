export { ActingLocation } from "./ActingLocation.tsx";
export { switchLocation } from "./switchLocation.ts";
