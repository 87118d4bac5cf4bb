import classes from './brand.module.css';

/** The product's logo, a survey stake's cross in a parcel, and its name. */
export function Brand({ size = 24 }: { readonly size?: number }) {
  return (
    <span className={classes.brand}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" className={classes.mark} aria-hidden>
        <path d="M3.5 7.5 14 3.5l6.5 5-2.5 12-12.5-2z" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
        <path d="M12 8v8M8 12h8" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      <span className={classes.word}>Sitewright</span>
    </span>
  );
}
