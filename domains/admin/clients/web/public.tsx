export { BackToClients } from "./BackToClients.tsx";
