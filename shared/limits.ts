// Every number of the specification that code depends on, beside the section it comes from.

/** Spec §9: free demo attempts granted to a verified account. */
export const freeAttempts = 3;
/** design.md §4: what `attemptsRemaining` says for an unlimited (premium) user, so that it stays a number. */
export const unlimitedAttemptsShown = 9999;

/** Spec §9: magic links. */
export const magicLinkValidHours = 48;
/** A sign-up whose link was never opened goes a day after the link's end; a resend needs it until then. */
export const unverifiedKeptHours = magicLinkValidHours + 24;
/** A browser that signed in to it has a share of the mails to that address. */
export const signedInMarkDays = 365;
export const resendCooldownSeconds = 60;
/** The code beside the link (decisions/044). */
export const signInCodeDigits = 6;
export const signInCodeValidMinutes = 10;
export const signInCodeTries = 5;
export const redirectAfterVerificationSeconds = 2;

/** Spec §4, design.md §5.4: sessions. */
export const sessionValidDays = 7;
export const tokenRefreshWindowSeconds = 5 * 60;
export const tokenStorageKey = 'somalispeak_auth_token';

/** Spec §5: sign-up fields. */
export const nameMinCharacters = 2;
export const nameMaxCharacters = 100;
export const emailMaxCharacters = 254;

/** Spec §9: recording and upload. */
export const recordingMinSeconds = 2;
export const recordingMaxSeconds = 30;
export const countdownSeconds = 5;
export const maxUploadBytes = 52_428_800;
export const maxUploadMegabytes = 50;
/** Files that are chosen together and sent one after the other. */
export const filesAtOnce = 20;
export const defaultRecordingName = 'recording.wav';

/** Spec §7: client time-outs and retries. */
export const apiBasePath = '/api';
/** What programs of others know (decisions/158). */
export const programsBasePath = '/v1';
export const apiKeyPrefix = 'ssa_';
export const apiKeysPerUser = 10;
/** Official clients wait ten minutes. */
export const programWaitSeconds = 590;
export const requestTimeoutMilliseconds = 30_000;
export const uploadTimeoutMilliseconds = 120_000;
export const uploadTries = 3;
export const uploadRetryBaseDelayMilliseconds = 1_000;
/** A server may ask for more patience than that; beyond this the person is asked instead. */
export const uploadRetryLongestDelayMilliseconds = 30_000;
/** How often a live answer that broke is taken up again, at growing pauses: about a minute. */
export const answerRejoins = 8;
export const answerRejoinLongestDelayMilliseconds = 10_000;

/** Proxies end an answer that is silent for 60 s. */
export const answerHeartbeatSeconds = 15;

/** design.md §5.2: how long the same bytes give the same result without a charge. */
export const replayWindowMinutes = 10;
/** How long a transcript that has no translation, or was not taken for Somali, spares the same bytes their recognition. */
export const savedTryHours = 24;
/** design.md §5.7 and security.md S50. */
export const signedUrlValidSeconds = 300;

/** design.md §5.11: a person's own results. */
export const resultsPerPage = 20;
export const resultTitleMaxCharacters = 100;
export const searchMaxCharacters = 100;

/** Spec §4: pacing of the processing journey. */
export const processingStepCount = 5;
export const processingStepMilliseconds = 3_000;
export const warmUpMilliseconds = 2_000;
export const warmUpExtraMilliseconds = 1_500;
export const typingMillisecondsPerWord = 80;
export const completePauseMilliseconds = 5_000;
export const resultsInitialMilliseconds = 3_000;
export const confettiPieces = 50;
export const signUpPopupDelayMilliseconds = 2_000;

/** Spec §4: confidence bands on the 0–10 scale. */
export const confidenceMax = 10;
/** Voices told apart in one recording, numbered by a digit; further ones go without a number. */
export const speakersMax = 9;
export const speakerNameMaxCharacters = 60;
/** How many voices a person may say that there are. */
export const voicesSaid = [2, 3, 4, 5, 6];
export const highConfidenceFrom = 8;
export const mediumConfidenceFrom = 6;

/** Spec §2: colours of the attempts counter: green above 3, yellow at 2 to 3, red at 1 or 0. */
export const attemptsGreenAbove = 3;
export const attemptsYellowFrom = 2;

/** Spec §1, §9: policy facts. */
export const retentionDays = 90;
export const minimumAgeYears = 13;
export const liabilityCapDollars = 100;
export const liabilityCapMonths = 12;
export const policyUpdatedOn = '2025-10-22';

/** design.md §5.6: the longest recording, and the longest of an account without premium. */
export const maxAudioSeconds = 7_200;
export const freeMaxAudioSeconds = 1_800;
/** From this length on a recording is worked on beside others, and its owner is told that the page may be closed. */
export const longFromSeconds = 120;
/** What variables may make of them. */
export const audioLengthBoundsSeconds = { min: 2, max: 86_400 };

/** A person's own words, names and terms: so many, each of so many words and letters. */
export const ownWordsMost = 200;
export const ownWordMaxParts = 3;
export const ownWordMaxCharacters = 40;
/** Words that `npm run lab -- adapt` has the recogniser prefer. */
export const hotWordsMost = 5_000;

/** Of the player of a result: as in dictation programs. */
export const stepBackSeconds = 3;
export const playbackSpeeds = [0.75, 1, 1.25, 1.5] as const;
