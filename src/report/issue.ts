/** A link to the repository’s form for a number that looks wrong, filled in: .github/ISSUE_TEMPLATE/number.yml. */

/** Longest address that is made, in characters: servers refuse longer ones. */
const LONGEST = 8000;

/** The fields of the form by their ids. */
export interface NumberIssue {
  /** Address of the page that shows the number. */
  page: string;
  /** The sentence with the number. */
  number: string;
  /** Address that opens the whole result; left out where the form’s address would be too long. */
  result: string;
}

/** @param repository address of the repository, without a slash at the end */
export function issueUrl(repository: string, title: string, issue: NumberIssue): string {
  const { page, number, result } = issue;
  const query = new URLSearchParams({ template: 'number.yml', title, page, number, result });
  const address = () => `${repository}/issues/new?${query}`;
  if (address().length > LONGEST) query.delete('result');
  return address();
}
