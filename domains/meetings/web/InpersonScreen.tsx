import { MeetingsScreen } from "./MeetingsScreen.tsx";

/** The meetings at the location: `/inperson`. */
export function InpersonScreen() {
  return <MeetingsScreen key="inperson" type={0} />;
}
