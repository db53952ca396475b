export { EmailProofBanner } from "./EmailProofBanner.tsx";
