export { ActingLocation } from "./ActingLocation.tsx";
export { Stars } from "./Stars.tsx";
export { switchLocation } from "./switchLocation.ts";
