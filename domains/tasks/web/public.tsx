export { CustomerTasks } from "./CustomerTasks.tsx";
