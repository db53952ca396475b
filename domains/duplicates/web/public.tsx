export { MergedCustomers } from "./MergedCustomers.tsx";
export { PossibleDuplicates } from "./PossibleDuplicates.tsx";
