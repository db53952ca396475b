export { sentByPerson as sentByMember } from "./messageHoursStore.ts";
