import type { useCases as english } from '../en/use-cases.ts';

export const useCases: typeof english = {
  heading: 'Meelaha hadalka iyo qoraalku ku kulmaan',
  lead: 'Shan meelood oo hadalka Soomaaliga hore loogu duubo, iyo waxa isbeddela marka uu qoraal noqdo.',
  applications: 'Siyaabaha loo isticmaalo',
  benefits: "Faa'iidooyinka",
  categories: [
    {
      id: 'education',
      title: 'Waxbarasho',
      intro: 'Casharka waa lagu hadlaa, muraajacadana waa la akhriyaa.',
      applications: [
        'Casharrada la duubay ka dhig qoraal ay ardaydu mar kale akhriyaan',
        'Sheekooyinka iyo gabayada afka laga tebiyo ka dhig buugaag Soomaali lagu akhriyo',
        'Qofka Soomaali ama Ingiriisi baranaya ha isbarbardhigo codka, higgaadda iyo macnaha',
      ],
      benefits: [
        'Ardayga casharka ka maqnaa weli wuu la socon karaa',
        'Macallinku gacan wax yar buu ku qoraa',
        'Qoraallada afka hooyo way bataan',
      ],
    },
    {
      id: 'media',
      title: 'Warbaahin',
      intro: 'Wararka Soomaaliga intooda badan idaacadda iyo muuqaallada ayaa laga dhegaystaa.',
      applications: [
        'Waraysiyada u qor maqaal iyo hadal la soo xigto',
        'Muuqaallada ugu samee qoraal-hoosaad Soomaali iyo Ingiriisi ah',
        'Barnaamijyadii hore ka dhig kuwo qoraal ahaan looga raadin karo',
      ],
      benefits: [
        'Waraysigu daqiiqado gudahood ayuu qoraal ku noqdaa',
        'Hadalka la soo xigto waa la hubin karaa',
        'Akhristayaal ka baxsan gobolka',
      ],
    },
    {
      id: 'accessibility',
      title: 'Gargaarka dadka naafada ah iyo adeegyada qoraalka',
      intro: 'Qof waliba si fudud wax uma maqlo, uma qoro, umana akhriyo.',
      applications: [
        'Hadalka Soomaaliga qoraal ahaan u tus dadka aan wax maqlin ama maqalkoodu daciifka yahay',
        'Qofka aan wax qori karin warqadaha iyo fariimaha ha ku hadlo',
        'Dadka wax qora iyo turjubaannada u diyaari qoraal bilow ah',
      ],
      benefits: [
        'Macluumaadku dad badan ayuu gaaraa',
        'Dadka naafada ah qoraal yar ayaa ku filan',
        'Qoraalku lacag yar ayuu ku baxaa',
      ],
    },
    {
      id: 'research',
      title: 'Cilmi-baaris',
      intro: 'Jawaabuhu waraysiyada ayay ku jiraan, falanqayntuse qoraal bay u baahan tahay.',
      applications: [
        'Waraysiyada iyo kooxaha doodda qoraal ka dhig',
        'Xogta goobta laga soo ururiyey u turjum saaxiibbada aan Soomaaliga akhrin',
        'Lahjadaha iyo taariikhda afka laga tebiyo kaydi',
      ],
      benefits: [
        'Waqti badan oo falanqayn loo helo',
        'Heerka kalsoonida ayaa tilmaamaya meesha mar kale la dhegaysanayo',
        'Codka Soomaalida oo ku jira cilmiga la daabaco',
      ],
    },
    {
      id: 'business',
      title: 'Ganacsi',
      intro: 'Dalabka, cabashada iyo heshiisku badanaa cod ahaan ayay ku yimaadaan.',
      applications: [
        'Codadka macaamiisha akhri intii aad mid mid u dhegaysan lahayd',
        'Shirarka Af-Soomaaliga lagu qabto hadal-qorkooda samee',
        'Shuraakada Ingiriisiga ku hadla isla maalintaas u jawaab',
      ],
      benefits: ['Macmiilka jawaab degdeg ah', 'Waxa la yiri oo qoran', 'Hal koox oo laba luqadood ku shaqaysa'],
    },
  ],
  tryFree: 'Bilaash ku tijaabi',
  closing: {
    heading: 'Ku tijaabi cod aad adigu duubtay',
    body: 'Saddex isku day oo bilaash ah ayaa kugu filan inaad ogaato in ay shaqadaada anfacayso iyo in kale.',
    demo: 'Hadda tijaabi',
    more: 'Wax badan ka ogow',
    moreAbout: 'ee ku saabsan Somali Speech AI',
  },
};
