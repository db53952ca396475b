export { PlatformTextsTable } from "./PlatformTextsTable.tsx";
