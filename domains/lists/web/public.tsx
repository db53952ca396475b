export { ListFilterSelect } from "./ListFilterSelect.tsx";
export { ListPicker } from "./ListPicker.tsx";
