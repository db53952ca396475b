import { useCall } from "#core/web/call/useCall.ts";
import { reviewInvites } from "../../invites/contract.ts";
import { ContactCell, FollowedCell, NameCell, ReviewCell, SentCell } from "../../invites/web/Cells.tsx";
import { useFreshInvites } from "../../invites/web/useFreshInvites.ts";
import classes from "./AnalyticsScreen.module.css";
import { analyticsTexts as texts } from "./texts.ts";

const shownInvites = 5;

/** The month's newest invites. */
export function RecentInvites() {
  useFreshInvites();
  const { data: invites } = useCall(reviewInvites.table, { body: { length: shownInvites, period: "month" } });
  if (invites?.length === 0) return <p className={classes.soft}>{texts.noInvites}</p>;
  return (
    <table className={classes.table} aria-busy={invites === undefined}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col" data-wide>
            {texts.contact}
          </th>
          <th scope="col" data-wide>
            {texts.sentBy}
          </th>
          <th scope="col">{texts.sentTime}</th>
          <th scope="col">{texts.followedLink}</th>
          <th scope="col">{texts.review}</th>
        </tr>
      </thead>
      <tbody>
        {invites?.map((invite) => (
          <tr key={invite.id}>
            <th scope="row" dir="auto">
              <NameCell {...invite} />
            </th>
            <td data-wide>
              <ContactCell {...invite} />
            </td>
            <td data-wide>{invite.sent_by}</td>
            <td>
              <SentCell {...invite} />
            </td>
            <td>
              <FollowedCell {...invite} />
            </td>
            <td>
              <ReviewCell {...invite} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
