import { Button } from "@mantine/core";
import { IconStar } from "@tabler/icons-react";
import { Link } from "react-router";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { reviews } from "../contract.ts";
import classes from "./ReviewsScreen.module.css";
import { reviewTexts as texts } from "./texts.ts";

interface Props {
  isSearched: boolean;
  hasSites: boolean;
}

/** Says why no review is shown, and what to do. */
export function NoReviews({ isSearched, hasSites }: Props) {
  if (isSearched) {
    return (
      <p className={classes.none}>
        {texts.notFound} <Link to="/reviews">{texts.clear}</Link>
      </p>
    );
  }
  return (
    <EmptyState
      icon={IconStar}
      action={
        !hasSites && (
          <Can use={reviews.add}>
            <Button variant="default" component={Link} to="/review-settings">
              {texts.toSettings}
            </Button>
          </Can>
        )
      }
    >
      {hasSites ? texts.none : texts.noSites}
    </EmptyState>
  );
}
