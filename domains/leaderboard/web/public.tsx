export { comparedWith } from "./comparedWith.ts";
export { type CountedKind, countedColumns } from "./countedColumns.tsx";
export { FigureButton } from "./FigureButton.tsx";
export { PeriodFilter, useBoardPeriod } from "./PeriodFilter.tsx";
export { boardTexts } from "./texts.ts";
