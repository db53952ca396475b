export { PersonCard } from "./PersonCard.tsx";
export { PersonFields } from "./PersonFields.tsx";
export { RoleFields, type RoleValues, roleBody } from "./RoleFields.tsx";
