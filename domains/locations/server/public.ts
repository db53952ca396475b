export { saveFirstLocation } from "./firstLocationStore.ts";
export { addMemberLocations, setMemberLocations } from "./memberStore.ts";
export {
  assignNumber,
  ensurePlatformNumber,
  isOwnNumber,
  type LocationNumber,
  locationOfNumber,
  locationsWithoutNumber,
  platformSender,
  senderNumber,
  sendsPictures,
} from "./numberStore.ts";
export { markNumberRequested, updateLocationSettings } from "./settingsStore.ts";
export { belongsTo, locationById, locationsOfMember } from "./store.ts";
export {
  assignTrackingNumber,
  letNumberGo,
  type NumberWanted,
  type ParkedNumber,
  parkedBefore,
  requestedNumbers,
  trackingNumberOf,
} from "./trackingNumberStore.ts";
