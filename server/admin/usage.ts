export const adminUsage = `Usage: npm run admin -- COMMAND [--json]
  grant EMAIL --attempts N     gives N more attempts
  premium EMAIL [--off]        unlimited attempts, or no longer
  allow-keys EMAIL [--off]     keys for programs; with --off no longer, and those that there are end
  revoke-sessions EMAIL|--all  signs out everywhere
  delete-user EMAIL            deletes the account with everything in it, recordings included
  export EMAIL                 everything that is kept about a person, as JSON
  list                         the latest 200 accounts
  corrections review [ID accept|refuse]
                               the next corrected recording without a review, or what you found of it
  corrections export FOLDER [--unchecked]
                               what people let us teach with, checked or all: recordings and corrections.tsv
  stats                        how many of what
  actions                      the latest 200 commands that changed or showed something, and who gave them
  sweep                        runs the clean-up of every hour now
  check                        compares every balance with its ledger`;
