export { CodeForm } from "./CodeForm.tsx";
