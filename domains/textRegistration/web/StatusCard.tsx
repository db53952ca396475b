import { Button, Title } from "@mantine/core";
import {
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconHourglass,
  IconLoader2,
  IconMessage2Exclamation,
  IconMessage2Plus,
  IconPhonePlus,
  IconPlayerPause,
  IconRosetteDiscountCheck,
  IconSend,
  IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { StatusBadge, type StatusTone } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { savedTime } from "#core/web/wizard/savedTime.ts";
import type { HeadState, NumberOfBusiness, RegistrationOverview } from "../contract.ts";
import { type RegistrationStatus, trackParts } from "../rules.ts";
import classes from "./Registration.module.css";
import { type RegistrationPlace, useRegistrationPlace } from "./registrationPlace.ts";
import { badgeTexts, headTextsOf, registrationTexts as texts } from "./texts.ts";

interface HeadLook {
  readonly tone: StatusTone;
  readonly icon: Icon;
  readonly badge: Icon;
}

/** How each state of a registration looks. */
export const headLooks: Record<HeadState, HeadLook> = {
  not_started: { tone: "gray", icon: IconMessage2Plus, badge: IconCircleDashed },
  submitted: { tone: "blue", icon: IconSend, badge: IconSend },
  in_review: { tone: "blue", icon: IconHourglass, badge: IconClock },
  refused: { tone: "red", icon: IconMessage2Exclamation, badge: IconCircleX },
  stuck: { tone: "red", icon: IconMessage2Exclamation, badge: IconPlayerPause },
  approved: { tone: "green", icon: IconRosetteDiscountCheck, badge: IconCheck },
  joining: { tone: "blue", icon: IconPhonePlus, badge: IconLoader2 },
  registered: { tone: "green", icon: IconCircleCheck, badge: IconCircleCheck },
  suspended: { tone: "red", icon: IconBan, badge: IconBan },
};

/** How the state of a number looks. */
const numberTones: Record<NumberOfBusiness["registration"], { tone: StatusTone; icon: Icon }> = {
  not_needed: { tone: "green", icon: IconCheck },
  missing: { tone: "gray", icon: IconCircleDashed },
  pending: { tone: "gray", icon: IconLoader2 },
  registered: { tone: "green", icon: IconCheck },
  rejected: { tone: "red", icon: IconCircleX },
  suspended: { tone: "red", icon: IconBan },
};

interface NumberListProps {
  numbers: readonly NumberOfBusiness[];
  /** What can be done about a number; nothing about most. */
  action: (one: NumberOfBusiness) => ReactNode;
}

/** The numbers of a business, each with its place and how far it is. */
export function NumberList({ numbers, action }: NumberListProps) {
  return (
    <ul className={classes.numbers}>
      {numbers.map((one) => {
        const { tone, icon } = numberTones[one.registration];
        return (
          <li key={one.number}>
            <b>{formatPhone(one.number)}</b>
            <span>{one.is_toll_free === 1 ? `${one.location} · ${texts.tollFree}` : one.location}</span>
            <StatusBadge tone={tone} icon={icon}>
              {texts.numberStates[one.registration]}
            </StatusBadge>
            {action(one)}
          </li>
        );
      })}
    </ul>
  );
}

const trackIcons = { todo: undefined, running: IconClock, done: IconCheck, refused: IconX } as const;

interface Props {
  overview: RegistrationOverview;
  status: RegistrationStatus;
}

/** What happens now, in a sentence, and how far it has come. */
export function StatusCard({ overview, status }: Props) {
  const time = useTime();
  const { head, about, track, all, registered } = status;
  const { reader } = useRegistrationPlace();
  const words = headTextsOf[reader][head]({
    all,
    registered,
    part: about?.kind === "campaign" ? "campaign" : "business",
    problems: new Set(about?.problems.map(({ field }) => field)).size,
    submitted: about ? savedTime(about.submitted_at, time, new Date()) : "",
    decided: about?.decided_at ? time.date(about.decided_at) : "",
    provider: overview.provider,
  });
  return (
    <HeadCard head={head} {...words}>
      <ol className={classes.track}>
        {trackParts.map((part) => {
          const TrackIcon = trackIcons[track[part]];
          return (
            <li key={part} data-state={track[part]} title={texts.trackStates[track[part]]}>
              {TrackIcon && <TrackIcon size={14} stroke={2} aria-label={texts.trackStates[track[part]]} />}
              {texts.track[part]}
            </li>
          );
        })}
      </ol>
      <Foot overview={overview} status={status} />
    </HeadCard>
  );
}

interface HeadCardProps {
  head: HeadState;
  title: string;
  about: string;
  children?: ReactNode;
}

/** A card that begins with where the registration stands. */
export function HeadCard({ head, title, about, children }: HeadCardProps) {
  const { tone, icon: HeadIcon, badge } = headLooks[head];
  return (
    <section className={classes.card} aria-labelledby="registration-head" data-head={head}>
      <div className={classes.head}>
        <div className={classes.mark} data-tone={tone}>
          <HeadIcon size={22} stroke={1.75} aria-hidden />
        </div>
        <div>
          <Title order={2} id="registration-head">
            {title}
          </Title>
          <p>{about}</p>
        </div>
        <div data-badge>
          <StatusBadge tone={tone} icon={badge}>
            {badgeTexts[head]}
          </StatusBadge>
        </div>
      </div>
      {children}
    </section>
  );
}

/** The one thing to do next, and when the carrier was asked last. */
function Foot({ overview, status: { head, about } }: Props) {
  const time = useTime();
  const { home, reader } = useRegistrationPlace();
  const action = home === "" ? undefined : actionOf(head, overview, { home, reader });
  const limit = about?.state === "approved" ? about.daily_segments : null;
  const checked = about?.looked_at && head !== "registered" ? texts.checked(time.ago(about.looked_at)) : "";
  const help = helpOf(head, reader);
  if (!action && checked === "" && limit === null && help === "") return null;
  return (
    <div className={classes.part}>
      <div className={classes.beside}>
        <div className={classes.quiet}>
          {help !== "" && <p>{help}</p>}
          {checked}
          {checked !== "" && limit !== null && " · "}
          {limit !== null && (
            <>
              {texts.limit(limit)} <InfoTooltip about={texts.limit(limit)}>{texts.limitAbout}</InfoTooltip>
            </>
          )}
        </div>
        {action}
      </div>
    </div>
  );
}

/** What to do when the registration can't go on by itself. */
function helpOf(head: HeadState, reader: RegistrationPlace["reader"]): string {
  if (head === "suspended") return reader === "owner" ? texts.suspendedHelp : texts.suspendedSupport;
  return head === "stuck" && reader === "owner" ? texts.stuckHelp : "";
}

function actionOf(
  head: HeadState,
  { profile }: RegistrationOverview,
  { home, reader }: Pick<RegistrationPlace, "home" | "reader">,
): ReactNode {
  if (head === "not_started")
    return (
      <Button component={Link} to={`${home}/edit`}>
        {profile.version === 0 ? texts.start : texts.goOn}
      </Button>
    );
  if (head === "registered" && reader === "owner")
    return (
      <Button variant="default" component={Link} to="/text-campaign">
        {texts.review}
      </Button>
    );
  return undefined;
}
