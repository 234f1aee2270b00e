// Generated from the server's messages by `python -m defilade.server.schema`. Do not edit.
/* eslint-disable */

/** Your message was taken and is kept: it survives whatever happens to the server from now on. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly step: number;
}

/** Who is signed in. The token stands for all seats of the account. */
export interface AccountSession {
  readonly name: string;
  readonly token: string;
  readonly expires: number;
}

/**
 * Do something, and then what follows it. All of it is taken or, where one step is not legal any more, nothing;
 * where it is not to be taken `whole` it ends as soon as somebody else is asked or dice fall.
 */
export interface Act {
  readonly type: "act";
  readonly step: number;
  readonly action: string;
  readonly then?: readonly string[];
  readonly whole?: boolean;
  readonly id?: string;
}

/** An Action card, face up. */
export interface ActionCardView {
  readonly id: string;
  readonly name: string;
  readonly uses: readonly CardUse[];
  readonly number: number;
  readonly red: boolean;
  readonly marks: readonly StateMark[];
  readonly cower: boolean;
  readonly picked: boolean;
  readonly words: string;
}

/** What becomes of men after a game. */
export interface AftermathChoices {
  readonly lower?: Readonly<Record<string, "morale" | "panic">>;
  readonly improve?: Readonly<Record<string, "keep" | "morale" | "panic">>;
  readonly start_over?: boolean;
}

export interface AftermathOrder {
  readonly number: number;
  readonly choices: Readonly<Record<string, AftermathChoices>>;
}

/** How far the analysis of a game that is over has come, and what came of it when it is done. */
export interface Analysed {
  readonly type: "analysis";
  readonly id: string;
  readonly share: number;
  readonly found: GoneOver | null;
}

/** Agree to an offer or not; `offer` is its number, so that nobody agrees to another one than he has seen. */
export interface AnswerOffer {
  readonly type: "answer";
  readonly step: number;
  readonly offer: number;
  readonly kind: "draw" | "undo";
  readonly agree: boolean;
  readonly id?: string;
}

/**
 * What a piece covers, shown on request: a sector around a bearing, both in degrees clockwise from the top of the
 * map, out to so many hexes.
 */
export interface ArcView {
  readonly bearing: number;
  readonly width: number;
  readonly reach: number;
  readonly tone: "gun" | "hull";
  readonly text: string;
}

/**
 * Hexes that mean something for a side: what is fought for, where forces come on, where they leave to win, or what
 * shells fall on (`blast`) or will when they are called for (`aim`).
 */
export interface AreaView {
  readonly kind: "aim" | "blast" | "entry" | "exit" | "objective";
  readonly hexes: readonly string[];
  readonly side: string;
  readonly text: string;
}

/** After the game: what could have been decided at a moment? */
export interface AskAgain {
  readonly type: "again";
  readonly id: string;
  readonly moment: number;
}

/** After the game: go over it, and tell how far that is. */
export interface AskAnalysis {
  readonly type: "analysis";
  readonly id: string;
}

/**
 * What does an option open, or (with no action) the question itself? `picks` are the actions of those who shall
 * take part, the one that matters most first; without, the system proposes. `via` are hexes to go over.
 */
export interface AskCourse {
  readonly type: "course";
  readonly id: string;
  readonly step: number;
  readonly action?: string;
  readonly picks?: readonly string[] | null;
  readonly via?: readonly string[];
}

export interface AskHint {
  readonly type: "hint";
  readonly id: string;
  readonly step: number;
}

/** What is on that counter? */
export interface AskInspect {
  readonly type: "inspect";
  readonly id: string;
  readonly piece: string;
}

export interface AskLos {
  readonly type: "los";
  readonly id: string;
  readonly from_hex: string;
  readonly to_hex: string;
}

export interface AskPreview {
  readonly type: "preview";
  readonly id: string;
  readonly step: number;
  readonly action: string;
}

export interface AskReach {
  readonly type: "reach";
  readonly id: string;
  readonly step: number;
  readonly unit: string;
}

export interface AskRematch {
  readonly type: "rematch";
  readonly id?: string;
}

/** After the game: what was the last decision on the way to a moment about? */
export interface AskThought {
  readonly type: "thought";
  readonly id: string;
  readonly moment: number;
}

/** After the game: what would this have been worth? */
export interface AskTry {
  readonly type: "try";
  readonly id: string;
  readonly moment: number;
  readonly action: string;
}

export interface AskWhy {
  readonly type: "why";
  readonly id: string;
  readonly step: number;
  readonly action: string;
}

/** What of this force? `part` is whose it is: a nation, or `attack` or `defence` of a bid game. */
export interface AssessForce {
  readonly design: ReplayDesign | BalanceDesign | BidDesign;
  readonly part: string;
  readonly force: ForceWish;
}

/**
 * What a force costs. `wrong` must be put right; `missing` may wait until it is finished; `barred` cards cannot be
 * had now. `bearers` are men of the scenario's own force, who can be given secondary weapons.
 */
export interface Assessed {
  readonly points: number;
  readonly limit: number;
  readonly lines: readonly CostLine[];
  readonly wrong: readonly Objection[];
  readonly missing: readonly Objection[];
  readonly barred: Readonly<Record<string, Objection>>;
  readonly bearers: readonly string[];
}

/** How often each side has won in simulated games. */
export interface Balance {
  readonly games: number;
  readonly wins: Readonly<Record<string, number>>;
  readonly players: string;
}

/** A scenario as it is; one side has more, for the points that the other player has bid. */
export interface BalanceDesign {
  readonly version: "balance";
  readonly scenario: string;
  readonly opponent: string;
  readonly side: string;
  readonly points: number;
  readonly attacker?: string;
}

/** Games between equal players. */
export interface BalanceFigures {
  readonly what: string;
  readonly players: string;
  readonly games: number;
  readonly draws: number;
  readonly sides: readonly SideShare[];
}

/** What is known of a scenario's balance, and how strong the levels of the computer are. */
export interface BalancePage {
  readonly scenario: string;
  readonly title: string;
  readonly system_name: string;
  readonly figures: readonly BalanceFigures[];
  readonly levels: readonly LevelStanding[];
  readonly measured_over: readonly string[];
}

/** A situation that chance has made; the cheaper of two attacks is made against the defence. */
export interface BidDesign {
  readonly version: "bid";
  readonly attacker: string;
  readonly defender: string;
  readonly year: string;
  readonly victory: number;
  readonly decks: number;
}

/** A board game as one side sees it. */
export interface BoardScene {
  readonly kind: "board";
  readonly map: string;
  readonly turn: number;
  readonly turns: number;
  readonly phase: string;
  readonly phases: readonly PhaseView[];
  readonly attacker: string;
  readonly sides: readonly SideView[];
  readonly stacks: readonly StackView[];
  readonly offmap: readonly OffMapView[];
  readonly markers: readonly MarkerView[];
  readonly victory: VictoryView;
  readonly focus: readonly string[];
  readonly weather: string;
  readonly night: boolean;
  readonly areas: readonly AreaView[];
  readonly support: readonly SupportView[];
}

export interface BookName {
  readonly id: string;
  readonly name: string;
}

export interface Bought {
  readonly nation: string;
  readonly men: readonly string[];
  readonly machines: readonly string[];
  readonly secondary: Readonly<Record<string, string>>;
  readonly radio: number;
  readonly troops: string;
  readonly snipers: number;
  readonly reinforcements: Readonly<Record<string, readonly string[]>>;
}

/** The part of the plane that the picture shows. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How a number came about. Preview, log line and test assertion are all this one thing. */
export interface Breakdown {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly column: number;
  readonly rules: readonly string[];
}

/** A new campaign: tokens for the sides you play, which open its games too, and invitations. */
export interface CampaignCreated {
  readonly campaign: CampaignView;
  readonly seats: readonly SeatGrant[];
  readonly invites: readonly SeatGrant[];
}

/** A game of the series; `points` are what each side had after it. */
export interface CampaignGame {
  readonly number: number;
  readonly scenario: string;
  readonly title: string;
  readonly state: "later" | "now" | "played";
  readonly attacker: string;
  readonly winner: string;
  readonly points: Readonly<Record<string, number>>;
  readonly game: string;
}

export interface CampaignList {
  readonly campaigns: readonly CampaignSummary[];
}

/** A line of the roster. `back_in` is the game in which a wounded man is back. */
export interface CampaignMan {
  readonly id: string;
  readonly name: string;
  readonly rank: string;
  readonly role: string;
  readonly weapon: string;
  readonly morale: number;
  readonly panic: number;
  readonly printed_morale: number;
  readonly printed_panic: number;
  readonly kia: number;
  readonly elan: number;
  readonly survival: number;
  readonly promotion: number;
  readonly replaced: number;
  readonly state: "lost" | "there" | "wounded";
  readonly back_in: number;
  readonly personal: boolean;
}

export interface CampaignNote {
  readonly side: string;
  readonly text: string;
  readonly rule: string;
}

/** What a campaign can be made of: scenarios, the usual series, and weapons for the player's own man. */
export interface CampaignOffer {
  readonly scenarios: readonly CampaignScenario[];
  readonly series: readonly string[];
  readonly nations: readonly NamedChoice[];
  readonly weapons: Readonly<Record<string, readonly NamedChoice[]>>;
  readonly about: string;
  readonly fixed: boolean;
  readonly system: string;
  readonly systems: readonly NamedChoice[];
}

/** What an owner decides about a man after a game, the usual answer first. */
export interface CampaignQuestion {
  readonly side: string;
  readonly man: string;
  readonly name: string;
  readonly kind: "improve" | "lower" | "start_over";
  readonly answers: readonly string[];
  readonly rule: string;
}

export interface CampaignScenario {
  readonly id: string;
  readonly title: string;
  readonly opponents: readonly string[];
  readonly teams: boolean;
}

/** The record sheets of a campaign as one side may see them. */
export interface CampaignSheets {
  readonly map: string;
  readonly date: string;
  readonly dates: readonly NamedChoice[];
  readonly situation: readonly CampaignNote[];
  readonly areas: readonly SheetArea[];
  readonly marks: readonly SheetMark[];
  readonly forces: readonly SheetForces[];
  readonly tables: readonly SheetTable[];
  readonly notes: readonly CampaignNote[];
}

export interface CampaignSide {
  readonly side: string;
  readonly nation: string;
  readonly name: string;
  readonly points: number;
  readonly seat: SeatInfo;
  readonly men: readonly CampaignMan[];
}

export interface CampaignSummary {
  readonly id: string;
  readonly title: string;
  readonly stage: "aftermath" | "joining" | "muster" | "orders" | "over" | "playing";
  readonly number: number;
  readonly length: number;
  readonly sides: readonly string[];
  readonly yours: readonly string[];
  readonly points: Readonly<Record<string, number>>;
  readonly stands: string;
  readonly your_turn: boolean;
  readonly changed: number;
  readonly game: string;
}

export interface CampaignView {
  readonly id: string;
  readonly title: string;
  readonly created: number;
  readonly stage: "aftermath" | "joining" | "muster" | "orders" | "over" | "playing";
  readonly number: number;
  readonly games: readonly CampaignGame[];
  readonly sides: readonly CampaignSide[];
  readonly yours: readonly string[];
  readonly waits_for: readonly string[];
  readonly open_places: readonly OpenPlace[];
  readonly questions: readonly CampaignQuestion[];
  readonly orders: readonly OrdersAsked[];
  readonly sheets: CampaignSheets | null;
  readonly chapters: readonly Chapter[];
  readonly leader: string;
  readonly stands: string;
  readonly commitment: string;
  readonly seed: string;
}

/** What a scenario card tells on top of its title and length. */
export interface CardDetails {
  readonly situation: string;
  readonly sets_up_first: string;
  readonly moves_first: string;
  readonly squads: Readonly<Record<string, number>>;
  readonly length: string;
  readonly size: string;
  readonly forces: readonly ForceView[];
  readonly special_rules: readonly string[];
  readonly options: readonly OptionInfo[];
  readonly line_ups: readonly LineUp[];
}

export interface CardPrice {
  readonly card: UnitCardView;
  readonly points: number;
  readonly kind: "gun" | "leader" | "man" | "vehicle";
}

/** A card game as one side sees it. */
export interface CardScene {
  readonly kind: "cards";
  readonly turn: number;
  readonly phase: string;
  readonly phases: readonly PhaseView[];
  readonly mover: string;
  readonly side: string;
  readonly table: string;
  readonly sides: readonly PlayerView[];
  readonly hand: readonly ActionCardView[];
  readonly groups: readonly GroupView[];
  readonly shots: readonly ShotView[];
  readonly waiting: readonly WaitingView[];
  readonly fallen: readonly FallenView[];
  readonly piles: readonly PileView[];
  readonly victory: VictoryView;
  readonly conditions: readonly StateMark[];
  readonly focus: readonly string[];
}

/** One thing that a card can be used for. */
export interface CardUse {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly detail: string;
  readonly usable: boolean;
  readonly why: string;
  readonly rule: string;
}

/** A table at which a seat waits for anybody who is signed in. */
export interface ChallengeView {
  readonly game: GameInfo;
  readonly sides: readonly string[];
  readonly host: PersonView;
  readonly yours: boolean;
  readonly length: string;
  readonly created: number;
}

/** `open`: whether this server is for people to meet; on a machine of one's own it is not. */
export interface Challenges {
  readonly open: boolean;
  readonly challenges: readonly ChallengeView[];
  readonly here: number;
}

/** A force that chance puts together. */
export interface ChanceForce {
  readonly design: ReplayDesign | BalanceDesign | BidDesign;
  readonly part: string;
  readonly troops?: string;
}

/** What happened to the men before and after a game. */
export interface Chapter {
  readonly number: number;
  readonly muster: readonly CampaignNote[];
  readonly outcome: readonly CampaignNote[];
}

/** A chapter; its name where it has one. */
export interface ChapterView {
  readonly number: string;
  readonly name: string;
  readonly sections: readonly SectionView[];
}

/**
 * A table of the reference card. `lights` says what lights up in it: the column of the attack that is being put
 * together (`column`), or the row of the ground that one points at (`ground`).
 */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly ChartRow[];
  readonly rule: string;
  readonly lights: "" | "column" | "ground";
}

/** A row: what it is called, its cells, and the rule behind it. */
export interface ChartRow {
  readonly label: string;
  readonly cells: readonly string[];
  readonly rule: string;
}

export interface ChartsView {
  readonly charts: readonly Chart[];
}

export interface Chat {
  readonly type: "chat";
  readonly line: ChatLine;
}

export interface ChatLine {
  readonly n: number;
  readonly by: string;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/**
 * `game`: so many seconds for the whole game, and `increment` more for each decision. `move`: so many
 * seconds for each decision.
 */
export interface ClockOptions {
  readonly kind: "game" | "move" | "none";
  readonly seconds: number;
  readonly increment: number;
}

/** `left` is the time left at the moment of sending; the clock that runs is going down. */
export interface ClockView {
  readonly side: string;
  readonly left: number;
  readonly runs: boolean;
}

export interface ConfirmEmail {
  readonly code: string;
}

export interface CostLine {
  readonly label: string;
  readonly value: number;
  readonly sign: string;
  readonly rule: string;
}

/** So many counters of a kind. */
export interface CountedCounter {
  readonly count: number;
  readonly counter: CounterView;
}

/** A counter as it is drawn. A figure that is not printed on it is null. */
export interface CounterView {
  readonly id: string;
  readonly side: string;
  readonly nationality: string;
  readonly kind: "crew" | "gun" | "half_squad" | "leader" | "squad" | "sw" | "vehicle";
  readonly name: string;
  readonly letter: string;
  readonly cls: string;
  readonly fp: number | null;
  readonly range: number | null;
  readonly morale: number | null;
  readonly broken: boolean;
  readonly broken_morale: number | null;
  readonly boxed: boolean;
  readonly leadership: number | null;
  readonly underlines: Underlines;
  readonly smoke: number | null;
  readonly weapon: string;
  readonly rof: number | null;
  readonly breakdown: number | null;
  readonly portage: number | null;
  readonly states: readonly StateMark[];
  readonly weapons: readonly CounterView[];
  readonly owner: string;
  readonly shape: string;
  readonly bearing: number | null;
  readonly turret: number | null;
  readonly prints: readonly Print[];
  readonly arcs: readonly ArcView[];
  readonly links: readonly LinkView[];
  readonly above: boolean;
  readonly pale: boolean;
  readonly hidden: boolean;
  readonly words: string;
}

/**
 * A course as it stands. `steps` are the actions that it is made of, in their order; none where it cannot be
 * done as it stands, and `note` says why. With `ways` it needs a place to go to, and is interrupted where something
 * comes of it; without, it is taken whole or not at all.
 */
export interface Course {
  readonly action: string;
  readonly label: string;
  readonly steps: readonly string[];
  readonly do: string;
  readonly key: string;
  readonly roles: readonly Role[];
  readonly lines: readonly (readonly [string, string])[];
  readonly sum: string;
  readonly prospects: readonly Prospect[];
  readonly ways: readonly Way[];
  readonly start: string;
  readonly unit: string;
  readonly note: string;
  readonly rule: string;
}

/** A course as it stands: who takes part, what it would come to, where it can lead. */
export interface CourseSeen {
  readonly type: "course";
  readonly id: string;
  readonly course: Course;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** A decision of a game that is over, to be taken once more. */
export interface DecisionAgain {
  readonly type: "again";
  readonly id: string;
  readonly moment: number;
  readonly side: string;
  readonly asks: string;
  readonly options: readonly TryOption[];
}

/** The last decision on the way to a moment of a game that is over. */
export interface DecisionView {
  readonly moment: number;
  readonly side: string;
  readonly computer: boolean;
  readonly before: number | null;
  readonly after: number | null;
}

export interface DesignOffer {
  readonly scenarios: readonly DesignScenario[];
  readonly years: readonly string[];
  readonly nations: readonly NationOffer[];
  readonly victories: readonly string[];
  readonly sniper: number;
  readonly second_sniper: number;
}

/** A scenario that can be played with forces of one's own, and the points printed for its sides. */
export interface DesignScenario {
  readonly id: string;
  readonly title: string;
  readonly victory: string;
  readonly opponents: readonly string[];
  readonly attackers: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
}

export interface DesignedGame {
  readonly created: GameCreated;
  readonly told: readonly string[];
}

/** Draw the year against an opponent; without one, the whole situation of a bid game. */
export interface DrawDesign {
  readonly opponent?: string;
}

export interface DrawnDesign {
  readonly year: string;
  readonly attacker: string;
  readonly defender: string;
  readonly victory: number;
  readonly decks: number;
}

/** An edge of the map, by its compass name, and the hexes on it. */
export interface EdgeView {
  readonly id: string;
  readonly side: "bottom" | "left" | "right" | "top";
  readonly hexes: readonly string[];
}

/** Something that happened on the way to `moment`. */
export interface EventView {
  readonly moment: number;
  readonly kind: string;
  readonly text: string;
  readonly rules: readonly string[];
  readonly side: string;
  readonly who: readonly string[];
  readonly at: string;
  readonly dice: readonly number[];
  readonly breakdown: Breakdown | null;
  readonly sign: "" | "break" | "chapter" | "halt" | "kill" | "passing" | "phase" | "pin" | "rally" | "read" | "result" | "shot" | "smoke" | "trail" | "turn";
}

/** Who has left play, how and when. */
export interface FallenView {
  readonly unit: string;
  readonly side: string;
  readonly name: string;
  readonly fate: string;
  readonly text: string;
  readonly turn: number;
}

/** What becomes of one piece. `sum_words` is what several of its ends have in common, as "stopped here". */
export interface Fate {
  readonly piece: string;
  readonly name: string;
  readonly ends: readonly Likely[];
  readonly sum_words: string;
}

/** A decision that cost chance of winning, and what was better. */
export interface Fault {
  readonly moment: number;
  readonly side: string;
  readonly turn: string;
  readonly kind: string;
  readonly lost: number;
  readonly asks: string;
  readonly done: string;
  readonly better: string;
  readonly better_action: string;
  readonly chance: number;
  readonly done_chance: number;
  readonly reasons: readonly string[];
  readonly done_reasons: readonly string[];
  readonly rules: readonly string[];
  readonly rounds: number;
}

/** A figure of a card, with the name that players know it by. */
export interface Figure {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly changed: boolean;
}

/** Figures by Relative Range, 0 to 5. */
export interface FigureRow {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly now: boolean;
}

/** A group of a scenario's forces, and where or when it comes: counters of a board game, cards of a card game. */
export interface ForceView {
  readonly side: string;
  readonly name: string;
  readonly elr: number;
  readonly comes: string;
  readonly counters: readonly CountedCounter[];
  readonly cards: readonly UnitCardView[];
}

/** A force as its owner has bought it. */
export interface ForceWish {
  readonly nation: string;
  readonly men?: readonly string[];
  readonly machines?: readonly string[];
  readonly secondary?: Readonly<Record<string, string>>;
  readonly radio?: number;
  readonly troops?: string;
  readonly snipers?: number;
  readonly reinforcements?: Readonly<Record<string, readonly string[]>>;
}

/**
 * A new game: tokens for the sides you play, invitations for the open ones, a token for those who
 * watch.
 */
export interface GameCreated {
  readonly game: GameInfo;
  readonly seats: readonly SeatGrant[];
  readonly invites: readonly SeatGrant[];
  readonly watch: string;
}

export interface GameInfo {
  readonly id: string;
  readonly system: string;
  readonly system_name: string;
  readonly scenario: string;
  readonly title: string;
  readonly created: number;
  readonly options: Readonly<Record<string, string>>;
  readonly table: TableOptions;
  readonly seats: readonly SeatInfo[];
  readonly map: string;
  readonly commitment: string;
}

export interface GameList {
  readonly games: readonly GameSummary[];
  readonly more: string;
}

/** A game in a list. `sides` are those the one who asks plays; none for one who watches. */
export interface GameSummary {
  readonly game: GameInfo;
  readonly sides: readonly string[];
  readonly your_turn: boolean;
  readonly headline: string;
  readonly moment: number;
  readonly last_moved: number;
  readonly result: Result | null;
}

export interface GiveOrders {
  readonly type: "orders";
  readonly orders: Orders;
  readonly id?: string;
}

/** A game, gone over. Chances are those of `side`; nothing where its system states none. */
export interface GoneOver {
  readonly side: string;
  readonly graph: readonly Point[];
  readonly sums: readonly Sum[];
  readonly luckiest: readonly Lucky[];
  readonly faults: readonly Fault[];
  readonly rates: readonly Rate[];
  readonly end: number;
  readonly without_luck: number;
  readonly judged: number;
}

/** How a game stood at a moment; `turn` where one begins. */
export interface GraphPoint {
  readonly moment: number;
  readonly value: number;
  readonly turn: string;
}

/** A group: its cards by position, what lies on it, and where it is. */
export interface GroupView {
  readonly id: string;
  readonly side: string;
  readonly letter: string;
  readonly name: string;
  readonly range: number;
  readonly terrain: string;
  readonly moving: boolean;
  readonly acted: boolean;
  readonly members: readonly UnitCardView[];
  readonly laid: readonly LaidView[];
  readonly loose: readonly LooseView[];
  readonly marks: readonly StateMark[];
  readonly words: string;
}

/** Your force. It may be handed in anew until the other player has handed in his. */
export interface HandIn {
  readonly force: ForceWish;
}

/**
 * An option that is a direction: a grip beside a piece, on the side that a bearing (degrees clockwise from the top
 * of the map) points to. Grips of the outer ring turn the whole piece, those of the inner one a part of it.
 */
export interface Handle {
  readonly action: string;
  readonly piece: string;
  readonly hex: string;
  readonly bearing: number;
  readonly ring: "inner" | "outer";
  readonly text: string;
  readonly badge: string;
}

export interface Health {
  readonly status: "failing" | "ok";
  readonly version: string;
  readonly database: string;
  readonly games: number;
  readonly problems: readonly string[];
}

/**
 * The first message. `others` are further seats of the same person, or his account; `since` is the last step
 * seen.
 */
export interface Hello {
  readonly type: "hello";
  readonly token: string;
  readonly others?: readonly string[];
  readonly since?: number;
  readonly name?: string;
}

/** A hex of the map: its centre in the picture, and its terrain in words. */
export interface HexView {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly terrain: string;
  readonly tem: string;
  readonly building: string;
  readonly road: boolean;
}

/** What the computer would do, and why: reasons and odds in plain words. */
export interface Hinted {
  readonly type: "hint";
  readonly id: string;
  readonly action: string;
  readonly label: string;
  readonly reasons: readonly string[];
  readonly chance: number | null;
}

/** A game from a file. Sides that are not named stay open. */
export interface ImportedGame {
  readonly log: string;
  readonly seats: readonly SeatWish[];
  readonly name?: string;
  readonly table?: TableOptions;
}

/** What the figures and marks of a piece mean. */
export interface Inspected {
  readonly type: "inspect";
  readonly id: string;
  readonly inspection: Inspection;
}

/** A piece, figure by figure. */
export interface Inspection {
  readonly piece: string;
  readonly title: string;
  readonly meanings: readonly Meaning[];
}

/** All terms of a table, for one who has been invited, before he sits down. */
export interface Invitation {
  readonly game: GameInfo;
  readonly side: string;
  readonly moment: number;
  readonly host: string;
  readonly host_here: boolean;
  readonly length: string;
  readonly may: string;
}

export interface JoinCampaign {
  readonly invite: string;
  readonly name?: string;
}

export interface JoinGame {
  readonly invite: string;
  readonly name?: string;
  readonly pledge?: string;
}

export interface JoinRoom {
  readonly invite: string;
  readonly name?: string;
}

export interface Joined {
  readonly game: GameInfo;
  readonly seats: readonly SeatGrant[];
  readonly watch: string;
}

/** Who plays a system best, as far as that is known. */
export interface Ladder {
  readonly system: string;
  readonly system_name: string;
  readonly people: readonly PersonView[];
}

/** An Action card that lies on a group. `card` is empty where it lies face down for the one who looks. */
export interface LaidView {
  readonly card: string;
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly mode: string;
  readonly by: string;
  readonly face_down: boolean;
  readonly pending: boolean;
  readonly words: string;
}

/**
 * What ends a step of a lesson; everything that is given must have come about.
 *
 * `event`: something of this kind has happened since the step began. `offered`: something of this kind can be
 * done. `unit` and `hex`: that counter, or card, is there: in that hex or group. `phase`: the game has come to
 * that phase.
 */
export interface LessonGoal {
  readonly event: string;
  readonly offered: string;
  readonly unit: string;
  readonly hex: string;
  readonly phase: string;
}

/**
 * What the player is told, what he is shown (hexes and counters), and what ends the step. A step without
 * `until` is ended by the reader.
 */
export interface LessonStep {
  readonly say: string;
  readonly until: LessonGoal | null;
  readonly show: readonly string[];
  readonly rules: readonly string[];
}

/**
 * A lesson: it is played like a scenario of its id, the player having both sides; `replies` are for the
 * other one.
 */
export interface LessonView {
  readonly id: string;
  readonly system: string;
  readonly title: string;
  readonly goal: string;
  readonly sides: readonly string[];
  readonly side: string;
  readonly steps: readonly LessonStep[];
  readonly replies: readonly string[];
}

export interface LevelStanding {
  readonly level: string;
  readonly rating: number;
  readonly doubt: number;
  readonly games: number;
  readonly wins: number;
}

/** A level of computer opponent; the weakest comes first. */
export interface LevelView {
  readonly id: string;
  readonly name: string;
}

/** A result with its chance: as the tables call it, and in words. */
export interface Likely {
  readonly name: string;
  readonly words: string;
  readonly chance: number;
  readonly tone: 1 | 2 | 3 | 4;
  readonly counts: boolean;
}

/** One entry of a breakdown: what, how much (as shown), by which rule. */
export interface Line {
  readonly label: string;
  readonly value: number;
  readonly rule: string;
  readonly sign: string;
}

/** Who plays where table options have these values. */
export interface LineUp {
  readonly options: Readonly<Record<string, string>>;
  readonly sides: readonly string[];
}

/** A line from a piece to a hex that it has to do with, shown on request. */
export interface LinkView {
  readonly hex: string;
  readonly text: string;
}

/** All that can be played, by which rules and against whom. */
export interface Lobby {
  readonly version: string;
  readonly systems: readonly SystemView[];
  readonly scenarios: readonly ScenarioView[];
  readonly levels: readonly LevelView[];
  readonly lessons: readonly LessonView[];
}

/** The screen has been handed to `side`, one of several that this connection plays. Its table follows. */
export interface Look {
  readonly type: "look";
  readonly side: string;
  readonly id?: string;
}

/** A weapon that lies with a group, or in nobody's hands. */
export interface LooseView {
  readonly name: string;
  readonly words: string;
}

/** What a line of sight meets in a hex. */
export interface LosCrossing {
  readonly hex: string;
  readonly label: string;
  readonly what: string;
  readonly effect: "hindrance" | "none" | "obstacle";
  readonly drm: number;
  readonly rule: string;
}

export interface LosSeen {
  readonly type: "los";
  readonly id: string;
  readonly los: LosView;
}

/** A line of sight, explained. */
export interface LosView {
  readonly from_hex: string;
  readonly to_hex: string;
  readonly clear: boolean;
  readonly range: number;
  readonly hindrance: number;
  readonly text: string;
  readonly crosses: readonly LosCrossing[];
  readonly stopped_at: readonly [number, number] | null;
  readonly rules: readonly string[];
}

/**
 * How two dice fell for a side: so many throws, their mean beside the expected one, and the share of games in which
 * they would have fallen worse.
 */
export interface Luck {
  readonly side: string;
  readonly throws: number;
  readonly mean: number;
  readonly expected: number;
  readonly better_than: number;
}

/** A throw that gave much, and to whom. */
export interface Lucky {
  readonly moment: number;
  readonly side: string;
  readonly turn: string;
  readonly gave: number;
  readonly text: string;
}

/** The map of a scenario. It never changes during a game. */
export interface MapInfo {
  readonly id: string;
  readonly title: string;
  readonly box: Box;
  readonly hex_side: number;
  readonly hexes: readonly HexView[];
  readonly edges: readonly EdgeView[];
  readonly svg: string;
  readonly thumbnail: string;
}

/** A marker on a hex that belongs to no counter. */
export interface MarkerView {
  readonly hex: string;
  readonly kind: "aim" | "burst" | "control" | "dc" | "fortified" | "melee" | "residual" | "smoke";
  readonly text: string;
  readonly side: string;
  readonly rule: string;
}

/** A figure or mark of a piece, and what it means. */
export interface Meaning {
  readonly figure: string;
  readonly means: string;
  readonly rule: string;
}

/** A game as it stood at a moment, as the one who asks saw it then. */
export interface MomentView {
  readonly moment: number;
  readonly moments: number;
  readonly side: string;
  readonly scene: BoardScene | CardScene | PlainScene;
  readonly asks: string;
  readonly events: readonly EventView[];
  readonly decision: DecisionView | null;
}

/** Who takes whose place in the next game. */
export interface MusterChoices {
  readonly substitutes?: Readonly<Record<string, string>>;
  readonly leader?: string;
  readonly assistant?: string;
  readonly transfer_assistant?: boolean;
}

/** One's choices for the next game, by side. The game begins when all players have made theirs. */
export interface MusterOrder {
  readonly number: number;
  readonly choices: Readonly<Record<string, MusterChoices>>;
}

/** One's own account. `letters`: whether this server writes any. */
export interface MyAccount {
  readonly name: string;
  readonly letters: boolean;
  readonly email: string;
  readonly confirmed: boolean;
  readonly told: boolean;
  readonly standings: readonly Standing[];
}

/** The tokens that a browser has kept. */
export interface MyTokens {
  readonly tokens?: readonly string[];
  readonly after?: string;
}

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
}

export interface NationOffer {
  readonly id: string;
  readonly name: string;
  readonly cards: readonly CardPrice[];
  readonly troops: readonly NamedChoice[];
  readonly secondary: readonly SecondaryOffer[];
  readonly radio: Readonly<Record<string, number>>;
}

export interface NewCampaign {
  readonly opponent: string;
  readonly seats: readonly SeatWish[];
  readonly title?: string;
  readonly beside?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly personal?: Readonly<Record<string, OwnMan>>;
  readonly name?: string;
  readonly table?: TableOptions;
}

/**
 * Begin the game. Forces that are not given are put together by chance. Of a bid game the bids say who attacks; of
 * the others `side` is the one that you play.
 */
export interface NewDesign {
  readonly design: ReplayDesign | BalanceDesign | BidDesign;
  readonly forces?: Readonly<Record<string, ForceWish>>;
  readonly side?: string;
  readonly who?: "computer" | "mine" | "open";
  readonly level?: string;
  readonly name?: string;
  readonly table?: TableOptions;
  readonly pledge?: string;
}

export interface NewGame {
  readonly scenario: string;
  readonly seats: readonly SeatWish[];
  readonly name?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly table?: TableOptions;
  readonly pledge?: string;
}

/**
 * A room for two buyers. Of a replay `side` is the one that you play and buy for; of a bid game both think of an
 * attack, against a defence that both know: it is put together by chance unless given.
 */
export interface NewRoom {
  readonly design: ReplayDesign | BidDesign;
  readonly side?: string;
  readonly force?: ForceWish | null;
  readonly defence?: ForceWish | null;
  readonly name?: string;
  readonly table?: TableOptions;
}

export interface Objection {
  readonly reason: string;
  readonly rule: string;
}

/** Forces of a side that are off the map. `due` is the turn from which they may enter; 0 during set-up. */
export interface OffMapView {
  readonly side: string;
  readonly due: number;
  readonly edges: readonly string[];
  readonly counters: readonly CounterView[];
  readonly heading: string;
}

/** Something that all others must agree to; `agreed` are those who have. */
export interface Offer {
  readonly kind: "draw" | "rematch" | "undo";
  readonly by: string;
  readonly steps: number;
  readonly agreed: readonly string[];
  readonly n: number;
}

export interface OfferDraw {
  readonly type: "draw";
  readonly step: number;
  readonly id?: string;
}

/** What is on offer now; an offer that is no longer in the list was answered or has lapsed. */
export interface Offers {
  readonly type: "offers";
  readonly step: number;
  readonly offers: readonly Offer[];
  readonly said: string;
}

/** A place of the next force whose man is not there. */
export interface OpenPlace {
  readonly side: string;
  readonly man: string;
  readonly name: string;
  readonly role: string;
  readonly candidates: readonly NamedChoice[];
}

/**
 * Something that opens a course: an option, or (with no action) the question itself. `pieces` and `hex` are what
 * one points at for it; one that is `standing` is shown unasked.
 */
export interface Opening {
  readonly action: string;
  readonly pieces: readonly string[];
  readonly hex: string;
  readonly standing: boolean;
}

/**
 * A table option of the rules and the values it can have, the default first. It is of use only where other options
 * have the values that it `needs`.
 */
export interface OptionInfo {
  readonly id: string;
  readonly name: string;
  readonly values: readonly OptionValue[];
  readonly needs: Readonly<Record<string, string>>;
  readonly about: string;
  readonly excludes: readonly string[];
}

/**
 * How options of a kind are shown: what their list is called, the key that takes the only one of them, how a hex
 * shows them, and whether they are seldom wanted or often done one after the other.
 */
export interface OptionLook {
  readonly heading: string;
  readonly tone: "" | "danger" | "primary" | "quiet";
  readonly key: string;
  readonly hex: "" | "go" | "reach" | "special" | "target";
  readonly rare: boolean;
  readonly all: string;
  readonly figures: boolean;
  readonly idle: number;
  readonly aside: boolean;
  readonly ends: boolean;
  readonly pile: string;
}

export interface OptionValue {
  readonly id: string;
  readonly name: string;
}

/** Something that may be done. `action` is what to send. */
export interface OptionView {
  readonly n: number;
  readonly action: string;
  readonly verb: string;
  readonly label: string;
  readonly who: readonly string[];
  readonly at: string;
  readonly how: string;
  readonly group: string;
  readonly pile: string;
}

/** One thing that a side may say for the orders it is writing. */
export interface OrderOption {
  readonly pick: string;
  readonly label: string;
  readonly rule: string;
  readonly heading: string;
  readonly detail: string;
  readonly price: number;
  readonly hex: string;
}

/**
 * How the table may answer for a side, so that it is not asked when it would say no anyway.
 *
 * `first_fire`: be asked at every step of an enemy move (`always`), only when the mover is adjacent
 * (`adjacent`), only when at least `min_fp` firepower could be brought to bear (`min_fp`), or not at all
 * (`never`).
 * `interrupts`: in a card game, be asked in the enemy's turn whenever somebody might hold a card to play then
 * (`always`), only with such a card in hand (`able`), or not at all (`never`). With the last two one is
 * not asked for a Hero card in one's own turn either, unless one holds it.
 * `single_options`: take the only option where there is just one; not in the questions of `interrupts`, where it would
 * tell that one holds no such card.
 */
export interface Orders {
  readonly first_fire: "adjacent" | "always" | "min_fp" | "never";
  readonly min_fp: number;
  readonly interrupts: "able" | "always" | "never";
  readonly single_options: boolean;
}

/** What a side is asked between two games; nobody else is shown it. */
export interface OrdersAsked {
  readonly side: string;
  readonly step: string;
  readonly title: string;
  readonly asks: string;
  readonly rule: string;
  readonly options: readonly OrderOption[];
  readonly given: readonly string[];
  readonly ready: boolean;
  readonly begun: boolean;
  readonly mark: string;
}

/**
 * Something that a side says for its orders between two games: one of the options that it was shown, `back` for the
 * last one, `again` for all of them, `hand_in`, or `staff` to have the orders of this step given for it.
 */
export interface OrdersGiven {
  readonly side: string;
  readonly mark: string;
  readonly what: "again" | "back" | "concede" | "hand_in" | "pick" | "staff";
  readonly pick?: string;
}

export interface OrdersKept {
  readonly type: "orders";
  readonly orders: Orders;
}

/** The player himself, as one of his men. */
export interface OwnMan {
  readonly name: string;
  readonly weapon: string;
}

export interface People {
  readonly here: readonly PersonView[];
  readonly ladders: readonly Ladder[];
}

/** Somebody with an account. `here`: he has been seen a moment ago. */
export interface PersonView {
  readonly name: string;
  readonly here: boolean;
  readonly standings: readonly Standing[];
}

export interface PhaseView {
  readonly id: string;
  readonly name: string;
  readonly state: "future" | "now" | "past";
}

/** The card tray of a table. Nobody counts the draw pile; one sees how thick it is, in eighths. */
export interface PileView {
  readonly table: string;
  readonly deck: number;
  readonly decks: number;
  readonly thickness: number;
  readonly discards: number;
  readonly top: readonly ActionCardView[];
  readonly shown: readonly string[];
  readonly seen: readonly SeenCards[];
  readonly words: string;
}

/** A game that has no picture: what is known of it, by name. */
export interface PlainScene {
  readonly kind: "plain";
  readonly facts: Readonly<Record<string, string>>;
}

/** A game of somebody that is over and that everybody may know of. */
export interface PlayedGame {
  readonly scenario: string;
  readonly title: string;
  readonly system: string;
  readonly side: string;
  readonly against: readonly string[];
  readonly outcome: string;
  readonly rated: boolean;
  readonly ended: number;
}

/** A player as the score sheet shows him. */
export interface PlayerView {
  readonly id: string;
  readonly name: string;
  readonly nation: string;
  readonly team: string;
  readonly table: string;
  readonly role: string;
  readonly troops: string;
  readonly hand: number;
  readonly hand_limit: number;
  readonly cards: number;
  readonly pinned: number;
  readonly lost: number;
  readonly breaks_at: number;
  readonly points: number;
  readonly words: readonly string[];
}

/** The chance of the first side at a decision. */
export interface Point {
  readonly moment: number;
  readonly chance: number;
  readonly turn: string;
}

/** What an option would do: the figures with their rules, and the odds of each result. */
export interface Previewed {
  readonly type: "preview";
  readonly id: string;
  readonly action: string;
  readonly label: string;
  readonly rules: readonly string[];
  readonly breakdown: Breakdown | null;
  readonly column: number;
  readonly drm: number;
  readonly odds: Readonly<Record<string, number>> | null;
  readonly each: readonly PreviewedFor[];
  readonly likely: readonly Likely[];
  readonly hexes: readonly string[];
}

/** What an option would do to some of those whom it concerns. */
export interface PreviewedFor {
  readonly label: string;
  readonly breakdown: Breakdown;
  readonly odds: Readonly<Record<string, number>>;
  readonly likely: readonly Likely[];
}

/** A figure that is printed on a counter: where, and whether in a box. */
export interface Print {
  readonly place: "bottom" | "bottom-right" | "left" | "right" | "top" | "top-right";
  readonly text: string;
  readonly boxed: boolean;
  readonly means: string;
  readonly rule: string;
}

/** Why a request was refused. */
export interface Problem {
  readonly code: string;
  readonly reason: string;
  readonly rule: string;
}

export interface Profile {
  readonly person: PersonView;
  readonly since: number;
  readonly games: readonly PlayedGame[];
}

/** What the game waits for. Only the side that must choose sees the options. */
export interface Prompt {
  readonly step: number;
  readonly side: string;
  readonly yours: boolean;
  readonly asks: string;
  readonly rules: readonly string[];
  readonly about: readonly string[];
  readonly at: string;
  readonly options: readonly OptionView[];
  readonly undoable: number;
  readonly openings: readonly Opening[];
  readonly looks: Readonly<Record<string, OptionLook>>;
  readonly handles: readonly Handle[];
  readonly let_pass: string;
  readonly warnings: Readonly<Record<string, string>>;
}

/**
 * What a course would come to for some of those whom it concerns: the figures, the odds, and what they mean for
 * each piece.
 */
export interface Prospect {
  readonly label: string;
  readonly breakdown: Breakdown;
  readonly odds: readonly Likely[];
  readonly fates: readonly Fate[];
  readonly step: boolean;
}

export interface PublicGame {
  readonly game: GameInfo;
  readonly watch: string;
  readonly headline: string;
  readonly moment: number;
  readonly last_moved: number;
}

export interface PublicGames {
  readonly games: readonly PublicGame[];
  readonly more: string;
}

/** What a side's decisions of a turn lost. */
export interface Rate {
  readonly side: string;
  readonly turn: string;
  readonly decisions: number;
  readonly lost: number;
  readonly faults: number;
}

/** Where a unit could go if nobody stopped it. */
export interface Reach {
  readonly unit: string;
  readonly allowance: number;
  readonly hexes: readonly ReachedHex[];
  readonly note: string;
}

export interface Reached {
  readonly type: "reach";
  readonly id: string;
  readonly reach: Reach;
}

/** A hex that a unit could get to: what is left then, and the enemy hexes that could fire at it there. */
export interface ReachedHex {
  readonly hex: string;
  readonly cost: number;
  readonly left: number;
  readonly threats: readonly string[];
}

/** A decision of a game that is over, and what the computer thinks of it with what that side knew then. */
export interface Recalled {
  readonly type: "thought";
  readonly id: string;
  readonly moment: number;
  readonly side: string;
  readonly level: string;
  readonly asks: string;
  readonly done: string;
  readonly forced: boolean;
  readonly plan: string;
  readonly reasons: readonly string[];
  readonly rather: string;
  readonly rather_reasons: readonly string[];
  readonly weighed: readonly WeighedView[];
  readonly unit: string;
}

/** The account of a game that is over. The graph is above 0 where `side` was better off, in `unit`. */
export interface Reckoning {
  readonly moments: number;
  readonly side: string;
  readonly unit: string;
  readonly graph: readonly GraphPoint[];
  readonly turning: readonly TurningPoint[];
  readonly luck: readonly Luck[];
}

/** Your message was not taken, and why. */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly step: number;
  readonly code: "defect" | "forbidden" | "foreign" | "illegal" | "malformed" | "over" | "stale" | "too_big" | "too_fast" | "unavailable";
  readonly reason: string;
  readonly rule: string;
}

/**
 * A new game with the sides swapped, and the sides you play in it. Your tokens of this game open it
 * too.
 */
export interface Rematched {
  readonly type: "rematch";
  readonly game: string;
  readonly sides: readonly string[];
}

/** A scenario with forces of the players' own, up to the points that are printed for it. */
export interface ReplayDesign {
  readonly version: "replay";
  readonly scenario: string;
  readonly opponent: string;
  readonly year: string;
  readonly attacker?: string;
  readonly machines?: boolean;
  readonly guns?: boolean;
  readonly vehicles?: boolean;
}

export interface Resign {
  readonly type: "resign";
  readonly step: number;
  readonly id?: string;
}

/**
 * How a game ended. `winner` is empty in a draw. One that is `pinned` has not ended, but cannot go on by the rules
 * of now: it can be read.
 */
export interface Result {
  readonly winner: string;
  readonly why: string;
  readonly how: "agreed" | "pinned" | "played" | "resigned" | "time";
  readonly rules: readonly string[];
}

/**
 * What you add to the dice, as you pledged it; taken when everybody has sat down. Empty: you add nothing after
 * all.
 */
export interface Reveal {
  readonly type: "reveal";
  readonly salt: string;
  readonly id?: string;
}

/** Takers of a kind. */
export interface Role {
  readonly heading: string;
  readonly takers: readonly Taker[];
}

/** One of the two, as both may see him. */
export interface RoomBuyer {
  readonly part: string;
  readonly nation: string;
  readonly name: string;
  readonly joined: boolean;
  readonly handed_in: boolean;
}

/** A room that one has made or joined: the token that opens it, and the invitation for the other. */
export interface RoomCreated {
  readonly room: RoomView;
  readonly seats: readonly SeatGrant[];
  readonly invites: readonly SeatGrant[];
}

/** What came of it. The token of the room opens your side of the game. */
export interface RoomGame {
  readonly id: string;
  readonly side: string;
  readonly watch: string;
  readonly told: readonly string[];
}

export interface RoomList {
  readonly rooms: readonly RoomSummary[];
}

export interface RoomSummary {
  readonly id: string;
  readonly title: string;
  readonly stage: "begun" | "buying" | "joining";
  readonly your_turn: boolean;
  readonly changed: number;
  readonly game: string;
}

/** A room as one of its players may see it: the terms, how far both are, and what he himself has handed in. */
export interface RoomView {
  readonly id: string;
  readonly title: string;
  readonly created: number;
  readonly stage: "begun" | "buying" | "joining";
  readonly design: ReplayDesign | BidDesign;
  readonly defence: Bought | null;
  readonly defence_points: number;
  readonly table: TableOptions;
  readonly buyers: readonly RoomBuyer[];
  readonly you: string;
  readonly force: Bought | null;
  readonly points: number;
  readonly game: RoomGame | null;
}

export interface RuleTitle {
  readonly id: string;
  readonly title: string;
}

/** A rule in our own words. */
export interface RuleView {
  readonly id: string;
  readonly title: string;
  readonly gist: string;
  readonly kind: string;
  readonly needs: readonly string[];
  readonly system: string;
}

/** The contents of a rulebook, and which other books there are. */
export interface RulebookView {
  readonly id: string;
  readonly books: readonly BookName[];
  readonly chapters: readonly ChapterView[];
}

export interface RulesFound {
  readonly rules: readonly RuleView[];
  readonly more: boolean;
}

export interface Say {
  readonly type: "chat";
  readonly text: string;
  readonly id?: string;
}

export interface ScenarioView {
  readonly id: string;
  readonly system: string;
  readonly title: string;
  readonly date: string;
  readonly place: string;
  readonly sides: readonly string[];
  readonly turns: number;
  readonly boards: readonly string[];
  readonly victory: string;
  readonly provenance: string;
  readonly details: CardDetails;
  readonly thumbnail: string;
  readonly balance: Balance | null;
}

/** The secret that lets its holder play a side. */
export interface SeatGrant {
  readonly side: string;
  readonly token: string;
}

export interface SeatInfo {
  readonly side: string;
  readonly kind: "computer" | "human" | "open";
  readonly name: string;
  readonly level: string;
  readonly connected: boolean;
  readonly pledge: string;
  readonly salt: string;
}

/** Who shall play a side: the one who asks (`mine`), whoever is invited (`open`), or the computer. */
export interface SeatWish {
  readonly side: string;
  readonly who: "computer" | "mine" | "open";
  readonly level?: string;
}

/** Who sits at the table, and who is there now. */
export interface Seats {
  readonly type: "seats";
  readonly seats: readonly SeatInfo[];
  readonly watching: number;
}

export interface SecondaryOffer {
  readonly id: string;
  readonly name: string;
  readonly points: number;
}

/** A section of a rulebook. */
export interface SectionView {
  readonly number: string;
  readonly rules: readonly RuleTitle[];
}

/** How many cards of a kind lie open or in the own hand, of how many. */
export interface SeenCards {
  readonly name: string;
  readonly seen: number;
  readonly of: number;
}

/** Where letters go; empty: nowhere. One that is new is confirmed by a code that is sent there. */
export interface SetEmail {
  readonly email: string;
  readonly told?: boolean;
}

/**
 * Set up as in another game; `mirrored`: left for right. Where a place is not allowed the nearest is taken, and
 * what does not fit at all is left out.
 */
export interface SetUpAs {
  readonly type: "set-up";
  readonly step: number;
  readonly actions: readonly string[];
  readonly mirrored?: boolean;
  readonly id?: string;
}

/** What a side has done to set up. `mirrors`: there is a map on which it can be mirrored. */
export interface SetUpView {
  readonly scenario: string;
  readonly side: string;
  readonly actions: readonly string[];
  readonly mirrors: boolean;
}

/** Hexes that belong to a side, or to nobody. */
export interface SheetArea {
  readonly id: string;
  readonly side: string;
  readonly hexes: readonly string[];
  readonly isolated: boolean;
}

/** A side's forces: all of one's own, of the enemy's what everybody has seen. */
export interface SheetForces {
  readonly side: string;
  readonly lines: readonly SheetLine[];
  readonly figures: readonly string[];
}

/** So much of a side's forces in one place. */
export interface SheetLine {
  readonly place: string;
  readonly units: readonly string[];
}

/** A hex that somebody controls, with its letter on the map. */
export interface SheetMark {
  readonly hex: string;
  readonly side: string;
  readonly mark: string;
}

/** A record that a side keeps, as rows of text. */
export interface SheetTable {
  readonly title: string;
  readonly side: string;
  readonly rule: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What one group could do to another with fire: the firepower it has there, and what changes its strength. */
export interface ShotView {
  readonly firer: string;
  readonly target: string;
  readonly range: number;
  readonly firepower: number;
  readonly modifier: number;
  readonly halved: boolean;
  readonly reason: string;
  readonly rule: string;
}

export interface ShowInvitation {
  readonly invite: string;
}

/** How often a side has won, with the 95% interval of that. */
export interface SideShare {
  readonly side: string;
  readonly wins: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A side as the score sheet shows it. */
export interface SideView {
  readonly id: string;
  readonly name: string;
  readonly nationality: string;
  readonly squads: number;
  readonly leaders: number;
  readonly broken: number;
  readonly lost: number;
  readonly exited: number;
  readonly waiting: number;
  readonly guns: number;
  readonly vehicles: number;
}

/** A hex on a way, and the places from which it can be seen and reached by fire. */
export interface Sighted {
  readonly hex: string;
  readonly by: readonly string[];
}

/** Everything in one hex, lowest first; support weapons that nobody has come before the units. */
export interface StackView {
  readonly hex: string;
  readonly counters: readonly CounterView[];
  readonly worst: StateMark | null;
}

/**
 * How strong somebody plays a system: `rating` is the mean, `doubt` the standard deviation of openskill. Who begins
 * stands at 25 with a doubt of 8.3.
 */
export interface Standing {
  readonly system: string;
  readonly system_name: string;
  readonly rating: number;
  readonly doubt: number;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
}

/** A state that something is in, as a marker on it: `broken`, `pin`, `smoke`, `wounded` and so on. */
export interface StateMark {
  readonly id: string;
  readonly text: string;
  readonly rule: string;
  readonly tag: string;
  readonly tone: "" | "bad" | "calm" | "fire" | "good" | "moving" | "pin" | "tired" | "wound";
}

/** A side's game. */
export interface Sum {
  readonly side: string;
  readonly luck: number;
  readonly lost: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Something off the map that a side can call for, and how that stands. */
export interface SupportView {
  readonly side: string;
  readonly name: string;
  readonly states: readonly StateMark[];
}

export interface SystemView {
  readonly id: string;
  readonly name: string;
}

/** Everything, as after connecting or after an undo. `events` begin after moment `events_after`. */
export interface Table {
  readonly type: "table";
  readonly game: GameInfo;
  readonly step: number;
  readonly moment: number;
  readonly side: string;
  readonly holds: readonly string[];
  readonly scene: BoardScene | CardScene | PlainScene;
  readonly prompt: Prompt | null;
  readonly events: readonly EventView[];
  readonly events_after: number;
  readonly chat: readonly ChatLine[];
  readonly offers: readonly Offer[];
  readonly clocks: readonly ClockView[];
  readonly orders: Orders;
  readonly result: Result | null;
  readonly seed: string;
  readonly rematch: string;
  readonly curtain: string;
}

/**
 * How a game is run.
 *
 * `undo`: `fair` goes back freely until something came out and asks the opponent after that, `free` goes
 * back at any time, `none` never. `mail`: the players pass the game to each other as a file, so each may
 * take a copy of all of it. `public`: everybody may watch. `curtain`: at one screen each side sees its own
 * secrets only after the screen has been handed to it. `challenge`: anybody who is signed in may take a seat
 * that is open. `rated`: its end counts for the ratings of both.
 */
export interface TableOptions {
  readonly undo: "fair" | "free" | "none";
  readonly clock: ClockOptions;
  readonly mail: boolean;
  readonly public: boolean;
  readonly curtain: boolean;
  readonly challenge: boolean;
  readonly rated: boolean;
}

export interface TakeChallenge {
  readonly side: string;
  readonly name?: string;
  readonly pledge?: string;
}

/**
 * Something that can be part of a course or not: `action` is what is sent for it, `pieces` are the counters that
 * stand for it; a manner of doing things has none. One that cannot be now says why.
 */
export interface Taker {
  readonly action: string;
  readonly label: string;
  readonly pieces: readonly string[];
  readonly on: boolean;
  readonly why: string;
  readonly rule: string;
}

/** What an answer to such a decision would have been worth. */
export interface Tried {
  readonly type: "try";
  readonly id: string;
  readonly moment: number;
  readonly label: string;
  readonly lost: number;
  readonly kind: string;
  readonly reasons: readonly string[];
}

export interface TryOption {
  readonly action: string;
  readonly label: string;
}

/** Something that changed how a game stood. */
export interface TurningPoint {
  readonly moment: number;
  readonly turn: string;
  readonly text: string;
  readonly change: number;
}

/** Which of the printed figures are underlined. */
export interface Underlines {
  readonly fp: boolean;
  readonly morale: boolean;
}

/** Take steps back; where the opponent must agree, ask for it. */
export interface Undo {
  readonly type: "undo";
  readonly step: number;
  readonly steps?: number;
  readonly id?: string;
}

/** A man, a vehicle or a gun. */
export interface UnitCardView {
  readonly id: string;
  readonly side: string;
  readonly kind: "afv" | "ig" | "man";
  readonly name: string;
  readonly rank: string;
  readonly role: string;
  readonly weapon: string;
  readonly weapon_kind: string;
  readonly position: number;
  readonly pinned: boolean;
  readonly figures: readonly Figure[];
  readonly rows: readonly FigureRow[];
  readonly states: readonly StateMark[];
  readonly words: string;
}

/** The game has gone on. */
export interface Update {
  readonly type: "update";
  readonly step: number;
  readonly moment: number;
  readonly side: string;
  readonly scene: BoardScene | CardScene | PlainScene;
  readonly prompt: Prompt | null;
  readonly events: readonly EventView[];
  readonly offers: readonly Offer[];
  readonly clocks: readonly ClockView[];
  readonly result: Result | null;
  readonly seed: string;
  readonly curtain: string;
}

/** The victory condition in words, and how things stand. */
export interface VictoryView {
  readonly text: string;
  readonly progress: readonly string[];
}

/** Cards of a side that are not in a group yet, or are to come later. */
export interface WaitingView {
  readonly side: string;
  readonly name: string;
  readonly units: readonly UnitCardView[];
}

/**
 * A place that a course can lead to: over which hexes, by which further actions, what it costs and leaves, and
 * where one is seen on the way.
 */
export interface Way {
  readonly hex: string;
  readonly cost: number;
  readonly left: number;
  readonly through: readonly string[];
  readonly steps: readonly string[];
  readonly seen: readonly Sighted[];
  readonly covers: readonly string[];
  readonly place: string;
}

/** Something that the computer has played out ahead. */
export interface WeighedView {
  readonly label: string;
  readonly plan: string;
  readonly rounds: number;
  readonly edge: number;
  readonly done: boolean;
  readonly best: boolean;
}

/** Why something may not be done; `allowed` where it may. */
export interface WhyNot {
  readonly type: "why";
  readonly id: string;
  readonly action: string;
  readonly allowed: boolean;
  readonly reason: string;
  readonly rule: string;
}

export type Scene = BoardScene | CardScene | PlainScene;

export type ServerMessage = Table | Update | Accepted | Refused | Seats | Chat | Offers | Previewed | CourseSeen | WhyNot | Hinted | Recalled | Analysed | DecisionAgain | Tried | Reached | LosSeen | Inspected | OrdersKept | Rematched;

export type ClientMessage = Hello | Look | Act | SetUpAs | Undo | AnswerOffer | Resign | OfferDraw | Say | AskPreview | AskCourse | AskWhy | AskHint | AskThought | AskAnalysis | AskAgain | AskTry | AskReach | AskLos | AskInspect | GiveOrders | Reveal | AskRematch;

export const CLOSE_RESTART = 1012;

export const CLOSE_BAD_TOKEN = 4401;

export const CLOSE_BAD_ORIGIN = 4403;

export const CLOSE_NO_GAME = 4404;

export const CLOSE_NO_HELLO = 4408;

export const CLOSE_TOO_BIG = 4413;

export const CLOSE_TOO_FAST = 4429;

export const CLOSE_FULL = 4503;
