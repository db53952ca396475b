export { MergedCustomers, PossibleDuplicates } from "./MergedCustomers.tsx";
