export { ChatNotes } from "./ChatNotes.tsx";
