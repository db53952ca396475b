export { PlatformFilters, usePlatformFilter } from "./PlatformFilters.tsx";
