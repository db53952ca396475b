export { CodeForm } from "./CodeForm.tsx";
export { ResendCode } from "./ResendCode.tsx";
export { useTypedCode } from "./useTypedCode.tsx";
