import { MeetingsScreen } from "./MeetingsScreen.tsx";

/** The meetings by video: `/virtual`. */
export function VirtualScreen() {
  return <MeetingsScreen key="virtual" type={1} />;
}
