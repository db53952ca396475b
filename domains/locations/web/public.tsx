export { ActingLocation } from "./ActingLocation.tsx";
