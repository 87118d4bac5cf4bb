// Prints the failed tests of Playwright, vitest and nextest reports, each with the first lines of its error, so that the
// end of a log says why a run failed. Usage: failed-tests.mjs REPORT...
import { existsSync, readFileSync } from 'node:fs';

const shownLines = 6;

const failures = process.argv
  .slice(2)
  .filter((report) => existsSync(report))
  .flatMap((report) => {
    const text = readFileSync(report, 'utf8');
    if (report.endsWith('.xml')) return ofJunit(text);
    const parsed = JSON.parse(text);
    return parsed.suites ? parsed.suites.flatMap(ofPlaywright) : ofVitest(parsed);
  });

for (const { name, error } of failures) {
  const lines = error
    .replace(/\x1b\[[0-9;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines);
  console.log([`FAILED ${name}`, ...lines.map((line) => `  ${line}`)].join('\n'));
}

function ofPlaywright(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .flatMap((test) => test.results)
      .filter(({ status }) => !['passed', 'skipped'].includes(status))
      .map(({ status, errors }) => ({
        name: `${spec.file}:${spec.line} ${spec.title}`,
        error: errors.map(({ message, location }) => `${location ? `line ${location.line}: ` : ''}${message}`).join('\n') || status,
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(ofPlaywright)];
}

function ofVitest({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [{ name, error: message }];
    return failed.map(({ fullName, failureMessages }) => ({ name: fullName, error: failureMessages.join('\n') }));
  });
}

function ofJunit(xml) {
  return [...xml.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<failure[^>]*>([\s\S]*?)<\/failure>/g)].map(
    ([, name, suite, error]) => ({ name: `${suite} ${name}`, error: decoded(error) }),
  );
}

function decoded(text) {
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&apos;/g, "'").replace(/&amp;/g, '&');
}
