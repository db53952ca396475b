import { Icon } from "../drawings/Icon.tsx";
import { ServiceDrawing } from "../drawings/ServiceDrawing.tsx";
import { features } from "../links.ts";
import { servicePath, services } from "../services/services.ts";

/** Links to the five services. */
export function ServiceLinks() {
  return (
    <ul>
      {services.map((service) => (
        <li key={service.slug}>
          <a href={servicePath(service)}>{service.name}</a>
        </li>
      ))}
    </ul>
  );
}

/** The Solutions menu on wide screens: the five services with descriptions, and three features. */
export function MegaMenu() {
  return (
    <details className="solutions" data-menu>
      <summary>
        Solutions <Icon is="down" size={16} />
      </summary>
      <div className="panel mega">
        <ul className="mega-services">
          {services.map((service) => (
            <li key={service.slug}>
              <a href={servicePath(service)}>
                <ServiceDrawing slug={service.slug} size={36} />
                <span>
                  <strong>{service.name}</strong>
                  <small>{service.short}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <ul className="mega-more" aria-label="More of Rooftop">
          {features.map(({ to, label, short }) => (
            <li key={to}>
              <a href={to}>
                <strong>{label}</strong>
                <small>{short}</small>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
