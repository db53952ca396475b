export { MarketingStopNotice } from "./MarketingStopNotice.tsx";
