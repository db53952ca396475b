import { Modal } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type Review, reviews } from "../contract.ts";
import classes from "./ReviewCard.module.css";
import { reviewTexts } from "./texts.ts";

const { history: texts, card } = reviewTexts;

/** What a review said before, and its replies. */
export function HistoryDialog({ opened, onClose, review }: { opened: boolean; onClose: () => void; review: Review }) {
  const time = useTime();
  const { data } = useCall(reviews.history, { params: { id: review.id } }, { enabled: opened });
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="lg">
      {data && data.edits.length + data.replies.length === 0 && <p className={classes.noWords}>{texts.none}</p>}
      {data && data.edits.length > 0 && (
        <>
          <h3>{texts.before}</h3>
          <ul className={classes.past}>
            {data.edits.map(({ rating, recommends, body, at }) => (
              <li key={at}>
                {rating === null ? (
                  recommends === 1 ? (
                    card.recommends
                  ) : (
                    card.doesNotRecommend
                  )
                ) : (
                  <Stars rating={rating} />
                )}{" "}
                <small>{texts.until(time.dateTime(at))}</small>
                <p dir="auto" className={classes.words}>
                  {body || card.noText}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.replies.length > 0 && (
        <>
          <h3>{texts.replies}</h3>
          <ul className={classes.past}>
            {data.replies.map(({ body, state, by, changed_at }) => (
              <li key={`${changed_at}${state}`}>
                <small>
                  {texts.states[state]} · {card.by(by || texts.elsewhere, time.dateTime(changed_at))}
                </small>
                <p dir="auto" className={classes.words}>
                  {body}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
