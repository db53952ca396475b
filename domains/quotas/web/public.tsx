export { ClientQuotas } from "./ClientQuotas.tsx";
