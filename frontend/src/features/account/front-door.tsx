import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand';
import classes from './front-door.module.css';

interface FrontDoorProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Layout of the two screens before sign-in: an illustration beside the form. */
export function FrontDoor({ title, children }: FrontDoorProps) {
  useDocumentTitle(`${title} · Sitewright`);
  return (
    <div className={classes.door}>
      <aside className={classes.side}>
        <Brand size={32} />
        <Survey />
        <p className={classes.motto}>Find the site, know the parcel, make the offer.</p>
      </aside>
      <main className={classes.main}>
        <div className={classes.sheet}>
          <Title order={1} size="h2" mb="lg">
            {title}
          </Title>
          {children}
        </div>
      </main>
    </div>
  );
}

/** A plat of parcels, one of them staked. Inline SVG, so that it uses the theme's colours. */
function Survey() {
  return (
    <svg viewBox="0 0 400 300" className={classes.survey} aria-hidden>
      <g className={classes.lots}>
        <path d="M20 40 180 20 380 60M10 120 170 104 390 140M0 200 160 190 396 222M20 280 150 274 400 296" />
        <path d="M60 34 44 280M120 28 104 276M180 20 160 276M240 32 224 286M300 44 288 290M360 56 350 293" />
      </g>
      <path d="M170 104 233 115 229 199 164 190z" className={classes.staked} />
      <circle cx="199" cy="152" r="5" className={classes.stake} />
    </svg>
  );
}
