export { Card } from "./Card.tsx";
export { PersonFields } from "./PersonFields.tsx";
export { RoleFields, type RoleValues, roleBody } from "./RoleFields.tsx";
