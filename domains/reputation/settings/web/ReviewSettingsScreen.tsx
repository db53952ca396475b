import { Alert, Skeleton } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { KioskSection } from "../../kiosk/web/KioskSection.tsx";
import { reviewSettings } from "../contract.ts";
import { GoalSection } from "./GoalSection.tsx";
import { ImageSection } from "./ImageSection.tsx";
import { LowRatingSection } from "./LowRatingSection.tsx";
import { ReplyTextsSection } from "./ReplyTextsSection.tsx";
import classes from "./ReviewSettingsScreen.module.css";
import { SitesSection } from "./SitesSection.tsx";
import { TextsSection } from "./TextsSection.tsx";
import { TimingSection } from "./TimingSection.tsx";
import { reviewSettingsTexts } from "./texts.ts";

/** What the owner decides about reviews: the goal, where customers leave them, and what invites say and when. */
export function ReviewSettingsScreen() {
  const { data, error } = useCall(reviewSettings.get);
  return (
    <Screen title={reviewSettingsTexts.title}>
      <div className={classes.sections}>
        <SitesSection settings={data} />
        {error && !data && <Alert color="red" title={error.message} />}
        {!error && !data && <Skeleton h="20rem" aria-hidden />}
        {data && (
          <>
            <TextsSection settings={data} />
            <ImageSection settings={data} />
            <div className={classes.pair}>
              <GoalSection settings={data} />
              <TimingSection settings={data} />
            </div>
            <LowRatingSection settings={data} />
            <ReplyTextsSection />
            <KioskSection />
          </>
        )}
      </div>
    </Screen>
  );
}
