import { ServiceDrawing } from "../drawings/ServiceDrawing.tsx";
import { Banner } from "../parts/Banner.tsx";
import { CallsToAction, TrialNote } from "../parts/CallsToAction.tsx";
import type { SiteService } from "../services/service.ts";
import { servicePath, services } from "../services/services.ts";

/** A service's page with six numbered points. */
export function ServicePage({ service }: { service: SiteService }) {
  return (
    <>
      <section className="hero service-hero">
        <div>
          <p className="eyebrow">{service.name}</p>
          <h1>{service.claim}</h1>
          <p className="lead">{service.lead}</p>
          <CallsToAction />
          <TrialNote />
        </div>
        <ServiceDrawing slug={service.slug} size={320} />
      </section>
      <section className="blurbs-section" aria-labelledby="blurbs">
        <h2 id="blurbs">What you get</h2>
        <ol className="blurbs">
          {service.blurbs.map(({ heading, text }, index) => (
            <li key={heading}>
              <span className="number" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{heading}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="others" aria-labelledby="others">
        <h2 id="others">More under the same roof</h2>
        <ul>
          {services
            .filter((other) => other !== service)
            .map((other) => (
              <li key={other.slug}>
                <a href={servicePath(other)}>
                  <ServiceDrawing slug={other.slug} size={40} />
                  <span>
                    <strong>{other.name}</strong>
                    <small>{other.short}</small>
                  </span>
                </a>
              </li>
            ))}
        </ul>
      </section>
      <Banner />
    </>
  );
}
