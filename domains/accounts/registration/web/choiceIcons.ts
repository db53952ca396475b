import {
  IconBuildingStore,
  IconCar,
  IconCaravan,
  IconCarGarage,
  IconMail,
  IconMessage,
  IconMotorbike,
  IconPlugConnected,
  IconSettings,
  IconStar,
  IconTool,
  IconTruck,
  IconUsers,
} from "@tabler/icons-react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";

const icons: Record<string, Icon> = {
  "new-car-dealership": IconCar,
  "used-car-dealership": IconCarGarage,
  "motorcycle-powersports": IconMotorbike,
  "rv-marine": IconCaravan,
  "truck-commercial": IconTruck,
  "service-repair": IconTool,
  "parts-accessories": IconSettings,
  crm: IconUsers,
  "email-marketing": IconMail,
  "text-marketing": IconMessage,
  "reputation-management": IconStar,
  "marketing-integrations": IconPlugConnected,
};

/** The icon of an industry or a feature; unknown slugs get a default. */
export function choiceIcon(slug: string): Icon {
  return icons[slug] ?? IconBuildingStore;
}
