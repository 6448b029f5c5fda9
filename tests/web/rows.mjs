/** Rows of the bench, as `cargo xtask bench` reads them, and the arithmetic behind them. */

/** Prints `name TAB value TAB unit`. */
export const row = (name, value, unit) => console.log(`${name}\t${value}\t${unit}`);

/** The value below which that share of the values lies; at least one value is needed. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const median = (values) => quantile(values, 0.5);

/** Two rows, as most figures of the page are told: what is usual, and what a hand notices. */
export function spread(name, values, unit) {
  row(`${name}/median`, median(values), unit);
  row(`${name}/p95`, quantile(values, 0.95), unit);
}
