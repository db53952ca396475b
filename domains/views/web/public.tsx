export { type FixedView, SavedViews } from "./SavedViews.tsx";
