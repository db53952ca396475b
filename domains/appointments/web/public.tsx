export { statusLooks } from "./Cells.tsx";
