CREATE TABLE "removals" (
	"key" text PRIMARY KEY NOT NULL
);
