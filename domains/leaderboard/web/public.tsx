export { type CountedKind, countedColumns } from "./countedColumns.tsx";
export { Definitions } from "./Definitions.tsx";
export { FigureButton } from "./FigureButton.tsx";
export { PeriodFilter, useBoardPeriod } from "./PeriodFilter.tsx";
