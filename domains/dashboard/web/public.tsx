export { PeriodChoice } from "./PeriodChoice.tsx";
